export class Gestures { constructor() {} }
