import { operationsOf } from './patch-operations.ts';
import { ScimError } from './scim-error.ts';
import { attributesOf, type SentAttributes } from './user-attributes.ts';

/** The attributes that a PATCH cannot remove, because every account has them. */
const required: (keyof SentAttributes)[] = ['userName', 'email', 'givenName', 'familyName'];

/**
 * Returns the attributes that a PATCH sets or removes. If several operations change an attribute, the last
 * one applies. Throws 400.
 */
export function patchedAttributes(body: unknown): SentAttributes {
  const changes: SentAttributes = {};
  for (const { op, path, value } of operationsOf(body)) {
    if (op === 'remove' && !path)
      throw new ScimError(400, 'A remove operation must have a path.', 'noTarget');
    const touched = attributesOf(op === 'remove' ? null : value, path);
    const removed = required.find((name) => op === 'remove' && name in touched);
    if (removed) throw new ScimError(400, `${removed} cannot be removed.`, 'mutability');
    Object.assign(changes, touched);
  }
  return changes;
}
