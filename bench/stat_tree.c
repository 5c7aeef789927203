/* Walks a tree and asks for the status of every entry: the least that any tool must do to know that nothing changed. */
#define _XOPEN_SOURCE 700
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static long entries, bytes;

static int walk(int folder)
{
    DIR *listing = fdopendir(folder);
    struct dirent *entry;
    struct stat status;

    if (!listing)
        return 1;
    while ((entry = readdir(listing))) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
            continue;
        if (fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW))
            return 1;
        entries++;
        bytes += status.st_size;
        if (S_ISDIR(status.st_mode)) {
            int below = openat(folder, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
            if (below < 0 || walk(below))
                return 1;
        }
    }
    return closedir(listing);
}

int main(int count, char **arguments)
{
    int folder = open(count > 1 ? arguments[1] : ".", O_RDONLY | O_DIRECTORY);
    int failed = folder < 0 || walk(folder);

    printf("%ld entries, %ld bytes\n", entries, bytes);
    return failed;
}
