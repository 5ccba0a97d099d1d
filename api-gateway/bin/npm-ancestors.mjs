import { readFileSync } from 'node:fs';

const SHELLS = new Set(['sh', 'dash', 'bash']);

const readProcess = (pid) => {
  try {
    // `pid (name) state parent …`; the name may hold anything, so it is cut at its last bracket.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    return { name, parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) };
  } catch {
    return null; // No /proc on this system, or the process is gone.
  }
};

/** The processes between us and the npm that started us, npm included; our parent alone where that can't be seen. */
export const npmAncestors = () => {
  const ancestors = [process.ppid];
  for (let seen = readProcess(process.ppid); seen !== null && SHELLS.has(seen.name); seen = readProcess(seen.parent)) ancestors.push(seen.parent);
  return ancestors;
};
