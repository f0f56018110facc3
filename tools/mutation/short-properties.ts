import fc from "fast-check";

/** A property stops after this time, so that a change that no property notices does not take minutes. The seed makes scores comparable. */
fc.configureGlobal({ interruptAfterTimeLimit: 500, seed: 20_261_124 });
