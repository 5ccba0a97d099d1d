import texts from '../locales/de.json';
import { runRelease } from './release/run-release';
import { runProgram } from './startup';

// Program of a team whose remote has a repository of its own. shared-ui's archive holds it, bundled with its packages.
runProgram((commandArguments) => runRelease(commandArguments, null, console), texts.releaseFailed);
