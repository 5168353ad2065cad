export const hooks = {
  readPackage(manifest) {
    // Its browser bundle is complete: the hundreds of packages it was built from are not needed.
    if (manifest.name === '@scalar/api-reference') manifest.dependencies = {};
    return manifest;
  },
};
