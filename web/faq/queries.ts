import { queryOptions } from '@tanstack/react-query';
import * as faq from '../../contract/faq.ts';
import type { Language } from '../../contract/kit/fields.ts';
import { call } from '../kit/call.ts';

/** Returns the query for a library of questions and answers in a language. */
export const faqLibraryQuery = (id: string, language: string) =>
  queryOptions({
    queryKey: ['faq', id, language],
    queryFn: () => call(faq.one, { params: { id }, query: { locale: language as Language } }),
  });
