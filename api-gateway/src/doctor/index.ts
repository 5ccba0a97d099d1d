import texts from '../../locales/de.json';
import type { GatewayConfig } from '../platform/config/config';
import { fillText } from '../platform/escape';
import type { Result } from '@mahlzeit/contract';
import type { ProgramOutput } from '../startup';
import { checkAddresses } from './check-addresses';
import { checkDatabase } from './check-database';
import { checkGateway } from './check-gateway';
import { checkMachine } from './check-machine';
import type { DoctorProbes } from './probes';

export { machineProbes, type DoctorProbes } from './probes';

const findProblems = async (config: GatewayConfig, probes: DoctorProbes): Promise<readonly string[]> =>
  (
    await Promise.all([
      checkMachine(config, probes),
      checkDatabase(config, probes),
      checkAddresses(config, probes),
      checkGateway(config, probes),
    ])
  ).flat();

const summaryOf = (problemCount: number): string => {
  if (problemCount === 0) return texts.doctorHealthy;
  return problemCount === 1 ? texts.doctorCountOne : fillText(texts.doctorCount, { count: problemCount });
};

/**
 * Examines a running deployment by its configuration and changes nothing. Prints one line for each problem that says
 * what to do first. Returns the exit code: 1 when something is wrong, 2 for a wrong command line.
 */
export const runDoctor = async (
  commandArguments: readonly string[],
  parsedConfig: Result<GatewayConfig, readonly string[]>,
  probes: DoctorProbes,
  programOutput: ProgramOutput,
): Promise<number> => {
  if (commandArguments.length > 0) {
    programOutput.error(texts.doctorUsage);
    return 2;
  }
  const problems = parsedConfig.ok
    ? await findProblems(parsedConfig.value, probes)
    : parsedConfig.error.map((mistake) => fillText(texts.doctorSetting, { mistake }));
  for (const problem of problems) programOutput.log(problem);
  programOutput.log(summaryOf(problems.length));
  return problems.length === 0 ? 0 : 1;
};
