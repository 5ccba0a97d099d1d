import texts from '../locales/de.json';
import { machineProbes, runDoctor } from './doctor';
import { parseProcessConfig, runProgram } from './startup';

runProgram(
  (commandArguments) => runDoctor(commandArguments, parseProcessConfig(), machineProbes, console),
  texts.doctorFailed,
);
