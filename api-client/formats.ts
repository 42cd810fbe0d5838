/**
 * The formatters created so far: creating one takes milliseconds, far longer than formatting with it. Cleared
 * when the page is hidden or shown again, because the device may have moved to another time zone.
 */
const created = new Map<string, unknown>();
globalThis.document?.addEventListener('visibilitychange', () => created.clear());

function createdOnce<Options, Format>(Kind: new (locale: string, options?: Options) => Format) {
  return (locale: string, options?: Options): Format => {
    const key = `${Kind.name} ${locale} ${JSON.stringify(options)}`;
    const format = (created.get(key) as Format | undefined) ?? new Kind(locale, options);
    created.set(key, format);
    return format;
  };
}

/** Returns the formatter of dates for a locale and options, created once. */
export const dateFormat = createdOnce<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat);

/** Returns the formatter of numbers for a locale and options, created once. */
export const numberFormat = createdOnce<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat);

/** Returns the formatter of relative days and weeks for a locale and options, created once. */
export const relativeTimeFormat = createdOnce<Intl.RelativeTimeFormatOptions, Intl.RelativeTimeFormat>(
  Intl.RelativeTimeFormat,
);

/** Not in every browser yet, nor in TypeScript's types. */
const { Temporal } = globalThis as { Temporal?: { Now: { timeZoneId(): string } } };

/**
 * Returns the device's time zone, for example `Europe/Brussels`. Uses Temporal if possible, because the first formatter
 * of dates takes 10 ms, 40 on a slow phone, and the first calls of a page need the time zone.
 */
export const timeZone = (): string =>
  Temporal?.Now.timeZoneId() ?? dateFormat('en').resolvedOptions().timeZone;
