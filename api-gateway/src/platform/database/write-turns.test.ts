import { runForClient } from '../current-client';
import { describeOnEachEngine } from '../testing/temporary-database';

const [MALLORY, ANNA] = [
  { address: '192.0.2.1', person: 'mallory' },
  { address: '192.0.2.2', person: 'anna' },
];
const FLOOD_COUNT = 50;

describeOnEachEngine('writes of many clients', (testDatabases, engine) => {
  it('take turns: one person’s write waits for few of another’s, however many wait', async () => {
    const database = await testDatabases.open();
    const begunWrites: string[] = [];
    const write = (name: string) => database.write(async () => void begunWrites.push(name));
    const flood = Array.from({ length: FLOOD_COUNT }, () => runForClient(MALLORY, () => write('mallory')));
    await Promise.all([...flood, runForClient(ANNA, () => write('anna')), write('job')]);
    // PostgreSQL runs several writes side by side, which may overtake each other.
    const latestPlace = engine.hasOneWriter ? 4 : FLOOD_COUNT / 2;
    expect(begunWrites.indexOf('anna')).toBeLessThan(latestPlace);
    expect(begunWrites.indexOf('job')).toBeLessThan(latestPlace);
    expect(begunWrites).toHaveLength(FLOOD_COUNT + 2);
  });
});
