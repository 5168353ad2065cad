/** Prepaid emails, as they were bought. What is left of each follows from the tenant's balance. */
export interface CreditPackRow {
  id: string;
  tenant_id: string;
  emails: number;
  created_at: number;
  expires_at: number;
}
