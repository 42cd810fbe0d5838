import type { ManagedQuery } from '../../contract/kit/managed-resource.ts';
import type { Context } from '../context.ts';
import {
  type Author,
  createManaged,
  listManaged,
  type Managed,
  oneManaged,
  removeManaged,
  replaceManaged,
} from './managed-resource.ts';

/**
 * Returns the author and time of changes in a request: the signed-in organiser or moderator, and the current
 * time.
 */
export const authorOf = ({ person, now }: Pick<Context, 'person' | 'now'>): Author => ({
  id: person.id,
  now,
});

/**
 * Returns the five handlers of a managed resource. A domain uses only the handlers that are in its contract.
 * `onChanged` runs after every committed change.
 */
export function managedRoutes<Fields extends Record<string, unknown>, Row extends Fields & { id: number }>(
  managed: Managed<Fields, Row>,
  onChanged: () => Promise<void> = async () => {},
) {
  type ById = { params: { id: number } };
  const notifyAfter = async <Result>(change: Promise<Result>): Promise<Result> => {
    const result = await change;
    await onChanged();
    return result;
  };
  return {
    list: ({ db, iris }: Context, { query }: { query: ManagedQuery }) =>
      listManaged(db, iris, managed, query),
    one: ({ db, iris }: Context, { params }: ById) => oneManaged(db, iris, managed, params.id),
    create: (context: Context, { body }: { body: Fields }) =>
      notifyAfter(createManaged(context.db, context.iris, managed, body, authorOf(context))),
    replace: (context: Context, { params, body }: ById & { body: Fields & { version: string } }) =>
      notifyAfter(replaceManaged(context.db, context.iris, managed, params.id, body, authorOf(context))),
    remove: (context: Context, { params, query }: ById & { query: { version: string } }) =>
      notifyAfter(
        removeManaged(context.db, context.iris, managed, params.id, query.version, authorOf(context)),
      ),
  };
}
