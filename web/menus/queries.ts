import { queryOptions } from '@tanstack/react-query';
import type { Language } from '../../contract/kit/fields.ts';
import * as menus from '../../contract/menus.ts';
import { call } from '../kit/call.ts';

export const menuQuery = (language: string) =>
  queryOptions({
    queryKey: ['menus', language],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => call(menus.list, { query: { locale: language as Language } }),
  });
