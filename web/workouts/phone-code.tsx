import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from 'react-i18next';
import { basePath } from '../kit/page.ts';
import classes from './phone-code.module.css';

/** The QR code that opens the page for connecting a phone with a new token, and a link for the same page. */
export function PhoneCode({ token }: { token: string }) {
  const { t, i18n } = useTranslation('ingest');
  const address = `${location.origin}${basePath}phone?language=${i18n.language}#${token}`;
  return (
    <>
      <p>{t('phone.scan')}</p>
      {/* Cameras need a dark code on a light background, even in dark mode. */}
      <div className={classes.picture}>
        <QRCodeSVG value={address} size={200} marginSize={4} title={t('phone.picture')} />
      </div>
      <a href={address} className="link target start">
        {t('phone.here')}
      </a>
    </>
  );
}
