import MicaSurface

/// Starts this module as a part of the program: it writes the program's videos. CLibAV (part.c) adds the part before main.
@_cdecl("mica_start_videos")
func startVideos() {
    VideoSinks.provide { path, keepsAlpha, settings in
        makeVideoSink(path: path, keepsAlpha: keepsAlpha, settings: settings)
    }
}
