export { EditPicture } from './edit-picture';
