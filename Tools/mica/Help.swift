import Foundation
import MicaPlayer

/// The texts of `--help`.
enum Help {
    /// `mica play --help`.
    static let play = """
        usage: mica play DOCUMENT|EXAMPLE [OPTIONS]
               mica play DOCUMENT|EXAMPLE [--script FILE] -o OUTPUT [OPTIONS]

        Plays a document, or an example of 'mica play --list', in a window. With -o it needs no screen: the script
        runs in a window in memory, on a clock of its own, and its pictures are written, with the same bytes in every run.

        OUTPUT's ending chooses the format, as for 'mica render'. A picture shows the end of the script, or the time of
        --duration; a video ends half a second later; .txt lists the ops of the frames in words.

          --list             print the examples' names and what they show, and play nothing
          --script FILE      the input, one action a line: 'tap 100,80 at 0.5'; '-' is standard input. The language is in
                             docs/scripted-windows.md
          --size WxH         the window, in points; the document is fitted into it. Default: the document's own size
          --scale S          pixels per point; default the display's, with -o 1
          --time T           begin at T seconds of the document
          --paused           begin paused
          --speed X          how fast it plays, 1/64 to 64, default 1
          --loop             begin again at the end
          --duration D       play for D seconds; default: until the script has ended, else as the document plays, else 5
          --fps N            frames a second of a video, or a fraction such as 30000/1001; default the document's own, else 60
          --state NAME       begin in this state
          --appearance NAME  one of the document's appearances, if it has several
          --player NAME      draw Lottie documents as the specification says, or as core-animation, Apple's player, does
          --animation NAME   the animation of a .lottie archive; default: the archive's initial one, else its first
          --theme NAME       a theme of a .lottie archive
          --state-machine NAME
                             let a state machine of a .lottie archive control the content: by the pointer, and by 'fire'
                             and 'set' in scripts. Default: the archive's initial one, if it has one; none: without
          --open-urls        let state machines open web pages, at presses and clicks; otherwise they are refused with a
                             message. With -o they are only printed
          --background C     #rgb, #rrggbb, #rrggbbaa, or a name such as white; default black, with -o transparent
          --overlay          a panel with time, frame, speed and state
          --debug NAMES      colour frames by the cost of drawing; hud is a panel with frame times: 'mica render --help'
          --fullscreen       a window that fills the screen
          --backend NAME     the window's compositor: cpu; gl, which is OpenGL; auto, which is gl if it is hardware, else
                             cpu; default: the environment's MICA_WINDOW_BACKEND, else cpu
          -o, --output FILE  play into a file
          --format NAME      png, jpg, gif, webp, mp4, webm, mov or txt, whatever the output's ending
          --threads N        threads that draw, default one a core; the bytes are the same for any number
          -q, --quiet        print errors only

        keys
        \(Player.keys.map { "  " + $0.key.padding(toLength: 17, withPad: " ", startingAt: 0) + "  " + $0.text }.joined(separator: "\n"))

        A file dropped on the window replaces the document. Wallpapers with parallax follow the pointer.

        example: mica play chest.tendies --state Locked --script unlock.txt --size 390x844 -o chest.mp4
        """

    /// `mica render --help`.
    static let render = """
        usage: mica render INPUT... -o OUTPUT [OPTIONS]

        Draws documents: Core Animation's (.caml files, .ca bundles, .caar and .tendies archives) and Lottie's (.json,
        .lottie, .tgs). Films (\(FilmInput.endings.map { "." + $0 }.joined(separator: ", "))) and pictures
        (\(PictureInput.endings.map { "." + $0 }.joined(separator: ", "))) are inputs too.
        Several inputs are drawn one over another, the first at the back; over a film they have its length and its rate, and
        its sound is copied into videos that take it. INPUT '-' is standard input; its format is recognised by its first
        bytes, and it cannot refer to other files.

        OUTPUT's ending chooses the format; OUTPUT '-' is standard output, and needs --format:
          .png .jpg          one frame; with a number as in frame-%04d.png one file a frame
          .gif .webp         an animation; with --time one frame
          .mp4               H.264 video, without alpha
          .webm              VP9 video, with alpha unless there is a background
          .mov               ProRes 4444 video with alpha
          .txt               the ops of one frame, in words

        view
          --size WxH         the view, in points; the document is fitted into it with its proportions kept, and centred.
                             Default: the document's own size
          --width W          the view's width in points; its height follows from the document's proportions
          --scale S          pixels per point, default 1; the output has ceil(size * scale) pixels
          --background C     the background: #rgb, #rrggbb, #rrggbbaa, or a name such as white; default transparent
          --appearance NAME  one of the document's appearances, if it has several
        when
          --time T           the one frame at T seconds
          --duration D       D seconds from 0; default for animations and videos: the document's own, else 5
          --fps N            frames a second, or a fraction such as 30000/1001; default the document's own, else 30, and for
                             GIF at most 50, as viewers play faster ones slowly; frame k is at k / N seconds
          --frames A..B      only frames A up to, not including, B: parts of a long render, which 'mica join' joins. A video
                             has the times of the whole, and no sound
        values
          --set PATH=VALUE   replaces a value of a Lottie document: '**.Fill 1.Color=#ff0000', 'Title.Text=Hello',
                             'Portrait.Image=me.png', 'Layer 1.Transform.Opacity=50' ('mica inspect --paths' lists
                             them); or shows a film or a picture in layers of a name: 'LAYER.contents=FILE'; can be
                             given several times
          --animation NAME   the animation of a .lottie archive; default: the archive's initial one, else its first
          --theme NAME       a theme of a .lottie archive; 'mica inspect' lists animations, themes and slots. A slot is
                             replaced by --set slot.NAME=VALUE
          --player NAME      draw Lottie documents as the specification says, which is the default, or as core-animation,
                             Apple's player, does; docs/lottie.md has the differences
          --strict           refuse a document with an unknown or left-out part
        states
          --state NAME       with this state's values
          --transition FROM:TO@T
                             from state FROM, which changes to TO at T seconds as the document says
          --state-machine NAME
                             let a state machine of a .lottie archive control the content, from 0 s on
          --event T:ACTION   an event for it at T seconds: 'tap X,Y', 'move X,Y', 'leave' and the other actions of scripts,
                             'fire EVENT', or 'set INPUT=VALUE'; can be given several times
          --open-urls        print the URLs that it opens; without this they are refused with a message
        output
          -o, --output FILE  the output; given several times, each is written
          --skip-existing    leave existing outputs; of a series all frames are drawn
          --each             draw each input by itself, into the output with its name for {name}: -o 'out/{name}.webp'
          --format NAME      png, jpg, gif, webp, mp4, webm, mov or txt, whatever the output's ending
          --quality Q        of jpg (default 90) and of videos (default 75), 1 to 100
          --codec NAME       of videos: h264 (the default for .mp4), h265 (.mp4, .mov), av1 (.mp4, .webm), vp9 (the default for
                             .webm), prores (the default for .mov) or png (.mov)
          --preset NAME      of videos: fast, good (the default) or small, which takes longest
          --crf N            of videos in place of --quality: the encoder's constant rate factor, 1 (best) to 51, of VP9 and
                             AV1 63
          --compression N    effort of png, 0 to 12, default 5; 1 takes a third of its time, 12 ten times it
          --loop N           how often a gif or webp plays, default 0: for ever
        how
          --threads N        threads that draw and encode, default one a core. The bytes are the same for any number, except
                             for mp4, which four threads encode by default
          --large            accept documents of any size: only for your own
          --backend NAME     the compositor: cpu; gl, which is OpenGL; auto, gl if it is hardware ('mica info' says);
                             or reference, which takes hundreds of times as long; default cpu
          --as-context       draw as render(in:) draws into an image, which differs a little from the screen
          --debug NAMES      colour pictures by the cost of drawing, as Apple's debug options do: blended, hits, copied,
                             formats, immediate, misaligned, offscreen, fastpath, updates, with commas between, and
                             hud, a panel with numbers; docs/instruments.md has the rules
          -q, --quiet        print errors only

        A bundle or image inside that cannot be read is reported and left out, as is text on a machine without fonts; the
        rest is drawn, and the exit status is 1. It is 75 if a file could not be written, as on a full disk: try again.

        examples: mica render Chest.tendies --transition Locked:Unlock@0.5 --duration 3 --fps 60 -o chest.mp4
                  mica render *.json --each --width 256 -o 'out/{name}.webp'
                  curl -s https://example.org/a.json | mica render - --format gif -o - >a.gif
        """

    /// `mica tile --help`.
    static let tile = """
        usage: mica tile IMAGE [-o DIR] [OPTIONS]

        Cuts an image into square tiles, as a CATiledLayer's delegate loads them: DIR/NAME_xx_yy.jpg, where xx is the
        column and yy the row, from 00 at the top left, with as many digits as the counts need and two at least. The
        last column and row are smaller where the size does not divide the image.

        The image is read row by row: of a baseline JPEG or a PNG no more is in memory than one row of tiles, however
        large it is. A progressive JPEG that takes more than 128 MiB to decode, an interlaced PNG, and a WebP or GIF of
        more than 64 million pixels are refused. EXIF orientation is not applied.

          -o DIR             the directory, made if missing; default the working directory
          --size N           sides of the tiles in pixels, default 256
          --format NAME      jpg, png or webp (both lossless); default jpg, with transparency over black
          --quality Q        of jpg, 1 to 100, default 90
          --name NAME        the beginning of the tiles' names; default the image's name without its ending
          -q, --quiet        print errors only

        example: mica tile Snowman.jpg --size 256 -o Tiles
        """
}
