/** A page of a list, as domain functions return it; `toCollection` converts it to Hydra. */
export interface Page<Member> {
  members: Member[];
  /** The total over all pages. */
  totalItems: number;
  /**
   * The number and size of this page, and the cursor of the next page if the list supports cursors; undefined for lists
   * that are always returned in full.
   */
  position?: { page: number; itemsPerPage: number; nextCursor?: string | undefined };
}

/**
 * Converts a page to a Hydra collection. `url` is the requested address with its query; the links to other pages are
 * derived from it. Additional fields are copied.
 */
export function toCollection<Member>(page: Page<Member>, url: string) {
  const { members, totalItems, position, ...extra } = page;
  const [path = '', query = ''] = url.split('?', 2);
  return {
    '@id': path,
    '@type': 'hydra:Collection' as const,
    'hydra:member': members,
    'hydra:totalItems': totalItems,
    ...(position ? { 'hydra:view': viewOf(path, query, totalItems, position) } : {}),
    ...extra,
  };
}

function viewOf(
  path: string,
  query: string,
  totalItems: number,
  position: NonNullable<Page<unknown>['position']>,
) {
  const last = Math.max(1, Math.ceil(totalItems / position.itemsPerPage));
  const hasNext = 'nextCursor' in position ? position.nextCursor !== undefined : position.page < last;
  const link = (page: number, cursor?: string) => {
    const params = new URLSearchParams(query);
    params.set('page', String(page));
    params.delete('cursor');
    if (cursor) params.set('cursor', cursor);
    return `${path}?${params}`;
  };
  return {
    '@id': query ? `${path}?${query}` : path,
    '@type': 'hydra:PartialCollectionView' as const,
    'hydra:first': link(1),
    'hydra:last': link(last),
    ...(position.page > 1 ? { 'hydra:previous': link(position.page - 1) } : {}),
    ...(hasNext ? { 'hydra:next': link(position.page + 1, position.nextCursor) } : {}),
  };
}
