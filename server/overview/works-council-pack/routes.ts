import type { api } from '../../../contract/api.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../kit/mount.ts';
import { worksCouncilPack } from './pack.ts';
import { readPackData, type ServerSettings } from './pack-data.ts';
import { packPdf } from './pdf.ts';
import { privacyNotice } from './privacy-notice.ts';

/** Returns the handlers for the works-council pack, as a document and as a PDF. */
export const worksCouncilPackRoutes = (
  server: ServerSettings,
): Handlers<Context, typeof api.worksCouncilPack> => ({
  read: async ({ db, iris, language, now }, { query }) => ({
    '@id': iris.of('/platform/api/management/works-council-pack'),
    '@type': 'WorksCouncilPack',
    ...worksCouncilPack(await readPackData(db, server, now), query.locale ?? language),
  }),
  pdf: async ({ db, language, now, reply }, { query }) => {
    const pack = worksCouncilPack(await readPackData(db, server, now), query.locale ?? language);
    // Compression is asynchronous, so wait until the response has been sent.
    await reply
      .type('application/pdf')
      .header(
        'content-disposition',
        `attachment; filename="works-council-pack-${pack.language}-${pack.day}.pdf"`,
      )
      .send(await packPdf(pack));
  },
});

/** Returns the handler for the privacy notice, which visitors may read too. */
export const privacyNoticeRoutes = (server: ServerSettings): Handlers<Context, typeof api.privacyNotice> => ({
  read: async ({ db, iris, language, now }, { query }) => ({
    '@id': iris.of('/platform/api/privacy_notice'),
    '@type': 'PrivacyNotice',
    ...privacyNotice(await readPackData(db, server, now), query.locale ?? language),
  }),
});
