import { spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';

const POOL_SIZE = 4;

/** Starts a program that preloads `patient-pool.cjs`. Returns the priorities of all threads of the program. */
const prioritiesWithPool = (): number[] => {
  const priorityProgram =
    "console.log(JSON.stringify(require('node:fs').readdirSync('/proc/self/task').map((thread) => require('node:os').getPriority(Number(thread)))))";
  const { stdout } = spawnSync(
    process.execPath,
    ['--require', join(__dirname, '../bin/patient-pool.cjs'), '--eval', priorityProgram],
    { encoding: 'utf8', env: { PATH: process.env['PATH'] } },
  );
  const parsedPriorities: unknown = JSON.parse(stdout);
  return Array.isArray(parsedPriorities) ? parsedPriorities.map(Number) : [];
};

// On other systems a priority belongs to the whole process, so the preload doesn't change it.
(process.platform === 'linux' ? it : it.skip)(
  'lets the threads that compute work on what the gateway’s own one leaves',
  () => {
    const patientPriority = constants.priority.PRIORITY_BELOW_NORMAL;
    const [ownPriority, ...otherPriorities] = prioritiesWithPool();
    expect(ownPriority).toBeLessThan(patientPriority);
    expect(otherPriorities.filter((priority) => priority === patientPriority)).toHaveLength(POOL_SIZE);
  },
);
