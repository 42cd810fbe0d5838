/** Browser features that no page of ours uses. */
const unused = [
  ...['accelerometer', 'autoplay', 'browsing-topics', 'camera'],
  ...['clipboard-read', 'display-capture', 'encrypted-media', 'gamepad', 'geolocation', 'gyroscope', 'hid'],
  ...['idle-detection', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'payment'],
  ...['picture-in-picture', 'screen-wake-lock', 'serial', 'usb', 'window-management', 'xr-spatial-tracking'],
];

/** The header `Permissions-Policy`: prevents injected markup and scripts from asking people for these features. */
export const permissionsPolicy = [...unused.map((name) => `${name}=()`), 'clipboard-write=(self)'].join(', ');
