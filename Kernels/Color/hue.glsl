struct Parameters { float hue; };
vec4 kernel(vec4 c, Parameters p) {
  vec2 iq = vec2(dot(c.rgb, vec3(0.595716, -0.274453, -0.321263)),
                 dot(c.rgb, vec3(0.211456, -0.522591, 0.31135)));
  vec2 turn = vec2(cos(radians(p.hue)), sin(radians(p.hue)));
  // Only the change of I and Q goes back to RGB: no turn is no change, however the matrices round.
  vec2 change = vec2(dot(iq, turn), iq.y * turn.x - iq.x * turn.y) - iq;
  return vec4(c.rgb + mat2x3(0.9563, -0.2721, -1.1070, 0.6210, -0.6474, 1.7046) * change, c.a);
}
