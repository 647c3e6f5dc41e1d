@_exported public import VKCamera
@_exported public import VKCatalog
@_exported public import VKCompute
@_exported public import VKCore
@_exported public import VKMedia
@_exported public import VKPipeline
@_exported public import VKPreview
@_exported public import VKStream
