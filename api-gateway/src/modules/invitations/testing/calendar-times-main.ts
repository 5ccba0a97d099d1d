import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import type { CalendarMeetup } from '../invitation-calendar';
import { calendarFile } from '../invitation-calendar';

/**
 * Test process that checks how two libraries read the times in calendar files, on days in summer, in winter and around
 * clock changes. A process of its own is needed for each time zone, because a running process can't change its time
 * zone. Prints the times that a library misreads, each with the difference in milliseconds.
 */
const [meetupJson = '', depsJson = '', ...days] = process.argv.slice(2);

const QUARTERS_PER_DAY = 96;
const QUARTER_MS = 900_000;

const meetup: CalendarMeetup = JSON.parse(meetupJson);
const deps: Parameters<typeof calendarFile>[2] = JSON.parse(depsJson);

const timesByIcalJs = (content: string): (Date | undefined)[] => {
  const component = new ICAL.Component(ICAL.parse(content)).getFirstSubcomponent('vevent');
  const event = new ICAL.Event(component ?? undefined);
  return [event.startDate.toJSDate(), event.endDate.toJSDate()];
};

const timesByNodeIcal = (content: string): (Date | undefined)[] => {
  const [event] = Object.values(nodeIcal.sync.parseICS(content)).flatMap((component) =>
    component?.type === 'VEVENT' ? [component] : [],
  );
  return [event?.start, event?.end];
};

const testedInstants = days.flatMap((day) =>
  Array.from({ length: QUARTERS_PER_DAY }, (_, quarter) => Date.parse(`${day}T00:00:17Z`) + quarter * QUARTER_MS),
);
const differences = testedInstants.map((instant): [string, ...number[]] => {
  const { content } = calendarFile({ ...meetup, at: instant }, { method: 'PUBLISH', reader: null }, deps);
  const readTimes = [...timesByIcalJs(content), ...timesByNodeIcal(content)];
  return [new Date(instant).toISOString(), ...readTimes.map((time) => (time?.getTime() ?? 0) - instant)];
});
const wrongTimes = differences.filter(([, ...parts]) => parts.join() !== '0,3600000,0,3600000');

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
console.log(JSON.stringify({ zone: timeZone, read: differences.length, wrong: wrongTimes }));
