print("vkfilter")
