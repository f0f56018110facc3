import fc from "fast-check";

/** A property stops after this time, so that a change that no property notices does not take minutes. */
fc.configureGlobal({ interruptAfterTimeLimit: 500 });
