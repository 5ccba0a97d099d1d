interface EndedProcess {
  readonly signal: string | null;
  readonly stderr: string;
}

interface ChildProcess {
  spawnSync(command: string, args: readonly string[], options: { readonly encoding: 'utf8' }): EndedProcess;
}

const { spawnSync } = jest.requireActual<ChildProcess>('node:child_process');
const { file } = jest.requireActual<{ readonly file: string }>('./watchdog.cjs');
const { execPath } = jest.requireActual<{ readonly execPath: string }>('node:process');

/** Runs a script with a watchdog in a separate process, because an endless script blocks its process. */
const runScript = (script: string): EndedProcess => {
  const startScript = `const dog = require(${JSON.stringify(file)}).startWatchdog('mf-social', 2_000); dog.setPlace('screen contacts, Kontakte');`;
  return spawnSync(execPath, ['-e', `${startScript} setTimeout(() => { ${script} }, 500)`], { encoding: 'utf8' });
};

describe('the watchdog', () => {
  it.each([
    ['a loop without end', 'const stirs = () => { for (;;) Math.random(); }; stirs();'],
    ['promises that follow each other without end', 'const stirs = () => Promise.resolve().then(stirs); stirs();'],
  ])('ends the process for %s, and names remote, screen and function', (_what, script) => {
    const { signal, stderr } = runScript(script);
    expect(signal).toBe('SIGKILL');
    expect(stderr).toMatch(
      /mf-social, screen contacts, Kontakte: a script runs without end\. It is in stirs .*let the loop end/,
    );
  });

  it('leaves a script alone that ends', () => {
    // The script uses the same counter as the watchdog, because reading the counter itself takes most of the script's
    // system time.
    const { signal, stderr } = runScript(
      'const used = () => { const { user, system } = process.cpuUsage(); return user + system; }; const end = used() + 300_000; while (used() < end); dog.stop();',
    );
    expect({ signal, stderr }).toEqual({ signal: null, stderr: '' });
  });
});
