// A class that a CSS module does not have fails the build, which names it.
declare module "*.module.css";
