const ZONE = 'Europe/Berlin';

const timeOfDay = new Intl.DateTimeFormat('de-DE', { timeZone: ZONE, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
// A day of the calendar has no zone: it is read and written as UTC midnight.
const weekday = new Intl.DateTimeFormat('de-DE', { timeZone: 'UTC', weekday: 'short' });
const dayAndMonth = new Intl.DateTimeFormat('de-DE', { timeZone: 'UTC', day: 'numeric', month: 'long' });

/** Time of day in Berlin, wherever the browser is: `12:30`. */
export const formatTime = (ms: number): string => timeOfDay.format(ms);

/** A calendar day `YYYY-MM-DD`: `Mi. 14. Oktober`. */
export const formatDay = (day: string): string => {
  const midnight = new Date(`${day}T00:00:00Z`);
  return `${weekday.format(midnight)}. ${dayAndMonth.format(midnight)}`;
};
