export { watchDeveloperBuilds } from './watch-developer-builds';
