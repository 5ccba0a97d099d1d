import { remoteProject } from '@mahlzeit/shared-ui/jest';

export default remoteProject(import.meta.dirname);
