const day = new Intl.DateTimeFormat('de-DE', { timeZone: 'Europe/Berlin', weekday: 'long', day: 'numeric', month: 'long' });

/** The last day before an instant, in Berlin: `Freitag, 24. Juli`, with day and month on one line. What ends at midnight ends with the day before. */
export const lastDayBefore = (end: number): string => day.format(end - 1).replace('. ', '.\u00A0');
