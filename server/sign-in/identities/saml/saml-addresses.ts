import type { SamlSettings } from './saml-settings.ts';

/** How the platform is known to a service that signs people in with SAML. */
export interface SamlAddresses {
  entityId: string;
  /** Where browsers bring the service's responses: the assertion consumer service. */
  consumer: string;
}

/** The path of an address of a service, below the base path. */
export const samlPath = (key: string, address: 'acs' | 'metadata') =>
  `/gc/registration/identity/${key}/${address}`;

/** Returns a service's addresses. `site` is the platform's address, with the base path but without the last slash. */
export const samlAddressesOf = ({ key, entityId }: SamlSettings, site: string): SamlAddresses => ({
  entityId: entityId ?? `${site}${samlPath(key, 'metadata')}`,
  consumer: `${site}${samlPath(key, 'acs')}`,
});
