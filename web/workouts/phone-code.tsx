import { useTranslation } from 'react-i18next';
import { basePath } from '../kit/page.ts';
import { QrCode } from '../ui/qr-code.tsx';

/** Shows the QR code that opens the page for connecting a phone with a new token, and a link for the same page. */
export function PhoneCode({ token }: { token: string }) {
  const { t, i18n } = useTranslation('ingest');
  const address = `${location.origin}${basePath}phone?language=${i18n.language}#${token}`;
  return (
    <>
      <p>{t('phone.scan')}</p>
      <QrCode value={address} title={t('phone.picture')} />
      <a href={address} className="link target start">
        {t('phone.here')}
      </a>
    </>
  );
}
