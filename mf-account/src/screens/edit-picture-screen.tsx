import { EditPicture } from '../features/picture';
import { defineAccountScreen } from './define-account-screen';

export default defineAccountScreen({ title: 'EditPicture', Content: EditPicture });
