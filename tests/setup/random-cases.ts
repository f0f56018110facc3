import fc from "fast-check";

/** Random cases are the same in every run, so that a failure is about the change; `RANDOM_CASES=new` draws new ones. */
if (process.env.RANDOM_CASES !== "new") fc.configureGlobal({ seed: 20_261_130 });
