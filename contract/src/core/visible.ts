/** Finds any character but white space, controls, and those that are there without being seen, such as U+200B or a Hangul filler (Unicode, Default_Ignorable_Code_Point). */
export const VISIBLE: RegExp = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;
