/** Browser features that none of our pages use. */
const unused = [
  ...['accelerometer', 'autoplay', 'browsing-topics', 'camera'],
  ...['clipboard-read', 'display-capture', 'encrypted-media', 'gamepad', 'geolocation', 'gyroscope', 'hid'],
  ...['idle-detection', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'payment'],
  ...['picture-in-picture', 'screen-wake-lock', 'serial', 'usb', 'window-management', 'xr-spatial-tracking'],
];

/** The `Permissions-Policy` header, which prevents injected scripts from requesting these features. */
export const permissionsPolicy = [...unused.map((name) => `${name}=()`), 'clipboard-write=(self)'].join(', ');
