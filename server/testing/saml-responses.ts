import { randomBytes } from 'node:crypto';

/** The values in a SAML response; tests change some of them. */
export interface ResponseValues {
  id: string;
  assertionId: string;
  issuer: string;
  destination: string;
  recipient: string;
  audience: string;
  inResponseTo: string;
  status: string;
  nameId: string;
  nameIdFormat: string;
  issuedAt: string;
  notBefore: string;
  notOnOrAfter: string;
  attributes: Record<string, string | string[]>;
}

const minutesFrom = (now: number, minutes: number) => new Date(now + minutes * 60_000).toISOString();

const newId = () => `_${randomBytes(16).toString('hex')}`;

/** Returns the values of a genuine response, which is valid for five minutes. */
export function honestValues(
  answer: Pick<
    ResponseValues,
    'issuer' | 'recipient' | 'audience' | 'inResponseTo' | 'nameId' | 'attributes'
  >,
): ResponseValues {
  const now = Date.now();
  return {
    id: newId(),
    assertionId: newId(),
    destination: answer.recipient,
    status: 'urn:oasis:names:tc:SAML:2.0:status:Success',
    nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    issuedAt: minutesFrom(now, 0),
    notBefore: minutesFrom(now, -1),
    notOnOrAfter: minutesFrom(now, 5),
    ...answer,
  };
}

const attributeXml = ([name, value]: [string, string | string[]]) =>
  `<saml:Attribute Name="${name}">${[value]
    .flat()
    .map((one) => `<saml:AttributeValue>${one}</saml:AttributeValue>`)
    .join('')}</saml:Attribute>`;

/** Returns the XML of a response that is not signed yet. */
export function responseXml(values: ResponseValues): string {
  const { issuedAt, notBefore, notOnOrAfter, inResponseTo } = values;
  const issuer = `<saml:Issuer>${values.issuer}</saml:Issuer>`;
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${values.id}" Version="2.0" IssueInstant="${issuedAt}" Destination="${values.destination}" InResponseTo="${inResponseTo}">${issuer}<samlp:Status><samlp:StatusCode Value="${values.status}"/></samlp:Status><saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${values.assertionId}" Version="2.0" IssueInstant="${issuedAt}">${issuer}<saml:Subject><saml:NameID Format="${values.nameIdFormat}">${values.nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${notOnOrAfter}" Recipient="${values.recipient}" InResponseTo="${inResponseTo}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${notBefore}" NotOnOrAfter="${notOnOrAfter}"><saml:AudienceRestriction><saml:Audience>${values.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${issuedAt}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${Object.entries(values.attributes).map(attributeXml).join('')}</saml:AttributeStatement></saml:Assertion></samlp:Response>`;
}
