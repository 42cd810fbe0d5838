import type { DataProvider, Identifier, RaRecord } from 'react-admin';
import { send } from './call.ts';

interface Collection {
  'hydra:member': RaRecord[];
  'hydra:totalItems': number;
}

const addressOf = (resource: string, id?: Identifier) =>
  `/platform/api/management/${resource}${id === undefined ? '' : `/${id}`}`;

/** The page size for exports and lists of choices, which is the API's maximum. */
const wholePage = 1000;

const one = async (resource: string, id: Identifier) =>
  (await send('GET', addressOf(resource, id))) as RaRecord;

const put = async (resource: string, id: Identifier, data: object) =>
  (await send('PUT', addressOf(resource, id), {}, data)) as RaRecord;

const remove = (resource: string, id: Identifier, version: unknown) =>
  send('DELETE', addressOf(resource, id), { version });

async function list(
  resource: string,
  { page = 1, perPage = wholePage }: { page?: number; perPage?: number } = {},
  sort?: { field: string; order: string },
  filter: object = {},
) {
  const order = sort && sort.field !== 'id' ? { [`order[${sort.field}]`]: sort.order.toLowerCase() } : {};
  const query = { page, itemsPerPage: Math.min(perPage, wholePage), ...order, ...filter };
  const answer = (await send('GET', addressOf(resource), query)) as Collection;
  return { data: answer['hydra:member'], total: answer['hydra:totalItems'] };
}

/** React-admin's data provider for the management API; every resource is a path below `management/`. */
export const dataProvider = {
  getList: async (resource, { pagination, sort, filter }) => {
    if ((pagination?.perPage ?? 0) <= wholePage) return list(resource, pagination, sort, filter);
    // For an export, fetches all pages one after another.
    const first = await list(resource, {}, sort, filter);
    const data = [...first.data];
    for (let page = 2; data.length < Math.min(first.total, pagination?.perPage ?? 0); page += 1) {
      const next = await list(resource, { page }, sort, filter);
      if (next.data.length === 0) break;
      data.push(...next.data);
    }
    return { data, total: first.total };
  },
  getOne: async (resource, { id }) => ({ data: await one(resource, id) }),
  getMany: async (resource, { ids }) => {
    const found = await Promise.allSettled(ids.map((id) => one(resource, id)));
    return { data: found.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])) };
  },
  getManyReference: (resource, { target, id, pagination, sort, filter }) =>
    list(resource, pagination, sort, { ...filter, [target]: id }),
  create: async (resource, { data }) => ({
    data: (await send('POST', addressOf(resource), {}, data as object)) as RaRecord,
  }),
  update: async (resource, { id, data }) => ({ data: await put(resource, id, data as object) }),
  updateMany: async (resource, { ids, data }) => {
    for (const id of ids) await put(resource, id, { ...(await one(resource, id)), ...data });
    return { data: ids };
  },
  delete: async (resource, { id, previousData }) => {
    await remove(resource, id, previousData?.version ?? (await one(resource, id)).version);
    return { data: previousData ?? { id } };
  },
  deleteMany: async (resource, { ids }) => {
    for (const id of ids) await remove(resource, id, (await one(resource, id)).version);
    return { data: ids };
  },
} as DataProvider;
