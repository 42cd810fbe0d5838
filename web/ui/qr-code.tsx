import { QRCodeSVG } from 'qrcode.react';
import classes from './qr-code.module.css';

/** Shows a QR code; `title` says what it is for. Cameras need a dark code on a light background, even in dark mode. */
export const QrCode = ({ value, title }: { value: string; title: string }) => (
  <div className={classes.picture}>
    <QRCodeSVG value={value} size={200} marginSize={4} title={title} />
  </div>
);
