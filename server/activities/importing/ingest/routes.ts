import type { api } from '../../../../contract/api.ts';
import type { Context } from '../../../context.ts';
import { visitOf } from '../../../kit/client-info.ts';
import type { Handlers } from '../../../kit/mount.ts';
import type { Translate } from '../../../kit/problems.ts';
import { mustStillBeSignedIn } from '../../../sign-in/sessions/session.ts';
import { ingestPayload } from './ingest.ts';
import { listTokens, makeToken, revokeToken } from './personal-token.ts';

export const ingestRoutes = (translate: Translate): Handlers<Context, typeof api.ingest> => ({
  ingest: ({ db, person, timeZone, now, language }, { body }) =>
    ingestPayload(db, person, body, timeZone, now, ({ key, values }) =>
      translate(language, 'validation', key, values),
    ),
  listTokens: ({ db, iris, person }) => listTokens(db, iris, person),
  createToken: ({ db, iris, person, now, request }, { body }) =>
    makeToken(db, iris, person, body.name, visitOf(request), now, (tx) => mustStillBeSignedIn(tx, request)),
  revokeToken: ({ db, person, now, request }, { params }) =>
    revokeToken(db, person, params.uuid, visitOf(request), now),
});
