import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import type { CalendarMeetup } from '../invitation-calendar';
import { createCalendarFile } from '../invitation-calendar';

/**
 * Test process that checks how two libraries read the times in calendar files, on days in summer, in winter and around
 * clock changes. A process of its own is needed for each time zone, because a running process can't change its time
 * zone. Prints the times that a library misreads, each with the difference in milliseconds.
 */
const [meetupJson = '', depsJson = '', ...dayTexts] = process.argv.slice(2);

const QUARTERS_PER_DAY = 96;
const QUARTER_MS = 900_000;

const meetup: CalendarMeetup = JSON.parse(meetupJson);
const calendarDeps: Parameters<typeof createCalendarFile>[2] = JSON.parse(depsJson);

const timesByIcalJs = (calendarContent: string): (Date | undefined)[] => {
  const eventComponent = new ICAL.Component(ICAL.parse(calendarContent)).getFirstSubcomponent('vevent');
  const event = new ICAL.Event(eventComponent ?? undefined);
  return [event.startDate.toJSDate(), event.endDate.toJSDate()];
};

const timesByNodeIcal = (calendarContent: string): (Date | undefined)[] => {
  const [event] = Object.values(nodeIcal.sync.parseICS(calendarContent)).flatMap((eventComponent) =>
    eventComponent?.type === 'VEVENT' ? [eventComponent] : [],
  );
  return [event?.start, event?.end];
};

const testedInstants = dayTexts.flatMap((dayText) =>
  Array.from(
    { length: QUARTERS_PER_DAY },
    (_, quarterIndex) => Date.parse(`${dayText}T00:00:17Z`) + quarterIndex * QUARTER_MS,
  ),
);
const timeDifferences = testedInstants.map((testedInstant): [string, ...number[]] => {
  const { content } = createCalendarFile(
    { ...meetup, at: testedInstant },
    { method: 'PUBLISH', reader: null },
    calendarDeps,
  );
  const readTimes = [...timesByIcalJs(content), ...timesByNodeIcal(content)];
  return [
    new Date(testedInstant).toISOString(),
    ...readTimes.map((readTime) => (readTime?.getTime() ?? 0) - testedInstant),
  ];
});
const wrongTimes = timeDifferences.filter(([, ...offsetParts]) => offsetParts.join() !== '0,3600000,0,3600000');

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
console.log(JSON.stringify({ zone: timeZone, read: timeDifferences.length, wrong: wrongTimes }));
