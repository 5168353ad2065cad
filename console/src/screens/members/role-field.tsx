import type { Role } from '@posthorn/contract';
import { useWords } from '../../text/words.ts';
import { SelectField } from '../../ui/forms/field.tsx';

export const ROLES: readonly Role[] = ['owner', 'developer', 'marketer', 'viewer'];
export const isRole = (value: unknown): value is Role => ROLES.some((role) => role === value);

/** The role for an invitation, with its rights. */
export function RoleField() {
  const words = useWords();
  return (
    <SelectField label={words.members.role} name="role" defaultValue="developer">
      {ROLES.map((role) => (
        <option key={role} value={role}>
          {words.roles[role]}: {words.roleMeanings[role]}
        </option>
      ))}
    </SelectField>
  );
}

/** Returns the role in a form; the lowest if it has none. */
export const roleOf = (fields: ReadonlyMap<string, string>): Role => {
  const role = fields.get('role');
  return isRole(role) ? role : 'viewer';
};
