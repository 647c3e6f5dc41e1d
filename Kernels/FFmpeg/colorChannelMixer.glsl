struct Parameters { float rr; float rg; float rb; float ra;
   float gr; float gg; float gb; float ga;
   float br; float bg; float bb; float ba;
   float ar; float ag; float ab; float aa; };
vec4 kernel(vec4 c, Parameters p) {
  return vec4(dot(c, vec4(p.rr, p.rg, p.rb, p.ra)), dot(c, vec4(p.gr, p.gg, p.gb, p.ga)),
              dot(c, vec4(p.br, p.bg, p.bb, p.ba)), dot(c, vec4(p.ar, p.ag, p.ab, p.aa)));
}
