#include "cglslang.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <glslang/Include/glslang_c_interface.h>
#include <glslang/Public/resource_limits_c.h>
#include <glslang/build_info.h>

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

const char *cglslang_version(void) {
  return "glslang-" TEXT(GLSLANG_VERSION_MAJOR) "." TEXT(GLSLANG_VERSION_MINOR) "." TEXT(GLSLANG_VERSION_PATCH);
}

static char *copy_text(const char *text) {
  return text && *text ? strdup(text) : NULL;
}

static void generate(glslang_program_t *program, cglslang_result *result) {
  glslang_spv_options_t options = {.disable_optimizer = true};
  glslang_program_SPIRV_generate_with_options(program, GLSLANG_STAGE_COMPUTE, &options);
  const size_t count = glslang_program_SPIRV_get_size(program);
  uint32_t *words = count ? malloc(count * sizeof(uint32_t)) : NULL;
  if (!words) {
    result->log = copy_text(glslang_program_SPIRV_get_messages(program));
    return;
  }
  glslang_program_SPIRV_get(program, words);
  result->words = words;
  result->word_count = count;
}

cglslang_result cglslang_compile(const char *source) {
  static bool started = false;
  cglslang_result result = {0};
  if (!started && !glslang_initialize_process()) {
    result.log = strdup("ERROR: glslang did not start");
    return result;
  }
  started = true;

  const glslang_input_t input = {
      .language = GLSLANG_SOURCE_GLSL,
      .stage = GLSLANG_STAGE_COMPUTE,
      .client = GLSLANG_CLIENT_VULKAN,
      .client_version = GLSLANG_TARGET_VULKAN_1_2,
      .target_language = GLSLANG_TARGET_SPV,
      .target_language_version = GLSLANG_TARGET_SPV_1_5,
      .code = source,
      .default_version = 450,
      .default_profile = GLSLANG_NO_PROFILE,
      .messages = GLSLANG_MSG_SPV_RULES_BIT | GLSLANG_MSG_VULKAN_RULES_BIT,
      .resource = glslang_default_resource(),
  };
  glslang_shader_t *shader = glslang_shader_create(&input);
  if (!shader) return result;
  if (!glslang_shader_preprocess(shader, &input) || !glslang_shader_parse(shader, &input)) {
    result.log = copy_text(glslang_shader_get_info_log(shader));
  } else {
    glslang_program_t *program = glslang_program_create();
    glslang_program_add_shader(program, shader);
    if (glslang_program_link(program, GLSLANG_MSG_SPV_RULES_BIT | GLSLANG_MSG_VULKAN_RULES_BIT)) {
      generate(program, &result);
    } else {
      result.log = copy_text(glslang_program_get_info_log(program));
    }
    glslang_program_delete(program);
  }
  glslang_shader_delete(shader);
  return result;
}

void cglslang_free(cglslang_result result) {
  free(result.words);
  free(result.log);
}
