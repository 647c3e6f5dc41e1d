struct Parameters { float rimin; float gimin; float bimin; float aimin;
   float rimax; float gimax; float bimax; float aimax;
   float romin; float gomin; float bomin; float aomin;
   float romax; float gomax; float bomax; float aomax; };
vec4 kernel(vec4 c, Parameters p) {
  vec4 low = vec4(p.rimin, p.gimin, p.bimin, p.aimin), high = vec4(p.rimax, p.gimax, p.bimax, p.aimax);
  vec4 dark = vec4(p.romin, p.gomin, p.bomin, p.aomin), light = vec4(p.romax, p.gomax, p.bomax, p.aomax);
  vec4 gain = (light - dark) / max(high - low, 1e-6);
  // No change stays exact: what comes from outside 0…1 too.
  return mix((c - low) * gain + dark, c, vec4(equal(gain, vec4(1.0))) * vec4(equal(low, dark)));
}
