import type { SamlSettings } from './saml-settings.ts';

/** The platform's addresses, as a SAML identity provider knows them. */
export interface SamlAddresses {
  entityId: string;
  /** The URL to which browsers post the provider's responses (assertion consumer service). */
  consumer: string;
}

/** Returns the path of one of these addresses for a provider, below the base path. */
export const samlPath = (key: string, address: 'acs' | 'metadata') =>
  `/gc/registration/identity/${key}/${address}`;

/**
 * Returns the platform's addresses for a provider. `site` is the platform's address with the base path, but
 * without the last slash.
 */
export const samlAddressesOf = ({ key, entityId }: SamlSettings, site: string): SamlAddresses => ({
  entityId: entityId ?? `${site}${samlPath(key, 'metadata')}`,
  consumer: `${site}${samlPath(key, 'acs')}`,
});
