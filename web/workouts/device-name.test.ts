import { describe, expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

const shown = { time: null, kilometers: 5.2, steps: null };

describe('the name of a device', () => {
  it.each([
    ['Garmin', 'forerunner955', 'Garmin forerunner955'],
    ['Garmin', 'Garmin Forerunner 955', 'Garmin Forerunner 955'],
    ['Garmin', null, 'Garmin'],
    ['Strava', 'Garmin Forerunner 955', 'Garmin Forerunner 955'],
    ['Strava', null, undefined],
    ['Polar', 'Polar Vantage V3', 'Polar Vantage V3'],
    ['Polar', null, 'Polar Flow'],
    ['Fitbit', 'Pixel Watch 4', 'Google Health Pixel Watch 4'],
    [null, 'Galaxy Watch 7', 'Galaxy Watch 7'],
    [null, null, undefined],
  ] as const)('for the service %s and the device %s is %s', (externalType, device, name) => {
    expect(deviceName({ ...shown, externalType, device })).toBe(name);
  });

  it('is hidden if only the score is shown', () => {
    const hidden = { ...shown, kilometers: null };
    expect(deviceName({ ...hidden, externalType: 'Garmin', device: null })).toBeUndefined();
  });
});
