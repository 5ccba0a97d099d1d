import { runMove } from './move';
import { readConfig, runProgram } from './startup';

runProgram((commandArguments) => runMove(commandArguments, readConfig, console), 'The move has failed: {reason}');
