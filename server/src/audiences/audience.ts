/** A list of contacts that a tenant maintains by hand. */
export interface Audience {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  readonly description: string;
  readonly memberCount: number;
  readonly subscribedCount: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A contact that has become a member and was not one before. */
export interface AudienceAddition {
  readonly tenantId: string;
  readonly audienceId: string;
  readonly contactId: string;
}
